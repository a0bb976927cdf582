import type { LayoutOptions } from 'elkjs/lib/elk-api.js';

/** The layout options of ELK, the library that places the boxes and lines of a chart. */
export const ELK_OPTIONS = {
  'elk.algorithm': 'layered',
  'elk.hierarchyHandling': 'SEPARATE_CHILDREN',
  'elk.edgeRouting': 'ORTHOGONAL',
  'elk.json.shapeCoords': 'ROOT',
  'elk.json.edgeCoords': 'ROOT',
  'elk.separateConnectedComponents': 'false',
  'elk.layered.nodePlacement.strategy': 'NETWORK_SIMPLEX',
  'elk.layered.nodePlacement.favorStraightEdges': 'true',
  'elk.layered.cycleBreaking.strategy': 'DEPTH_FIRST',
  'elk.layered.edgeLabels.sideSelection': 'ALWAYS_DOWN',
  'elk.layered.thoroughness': '7',
  'elk.spacing.nodeNode': '28',
  'elk.spacing.edgeNode': '16',
  'elk.spacing.edgeEdge': '12',
  'elk.spacing.edgeLabel': '4',
  'elk.layered.spacing.nodeNodeBetweenLayers': '18',
  'elk.layered.spacing.edgeNodeBetweenLayers': '12',
  'elk.layered.spacing.edgeEdgeBetweenLayers': '10',
};

/** A chart with more lines than this uses `FAST_ELK_OPTIONS`, because a careful layout would take long. */
export const CAREFUL_LAYOUT_MAX_LINKS = 60;
/** Overrides some of `ELK_OPTIONS` in a chart with many lines, for a faster layout with less care. */
export const FAST_ELK_OPTIONS = {
  'elk.layered.nodePlacement.strategy': 'BRANDES_KOEPF',
  'elk.layered.thoroughness': '1',
};

/**
 * Options that are tried in turn for a chart that is too wide for a document. They allow at most two boxes side by
 * side, or make all layers similarly wide.
 */
export const NARROW_ELK_OPTIONS: LayoutOptions[] = [
  { 'elk.layered.layering.strategy': 'COFFMAN_GRAHAM', 'elk.layered.layering.coffmanGraham.layerBound': '2' },
  { 'elk.layered.layering.strategy': 'STRETCH_WIDTH' },
];
