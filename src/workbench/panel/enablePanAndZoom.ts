/** The distance in px that the pointer must move before a press counts as dragging. */
const CLICK = 4;
/** The relative change of the chart's scale for each px of wheel movement. */
const ZOOM_PER_PX = 0.0015;

/**
 * Lets the user drag the chart in `frame` with the mouse, and zoom it by the wheel with Ctrl or ⌘. `zoom` applies the
 * requested factor, and returns the actual one. Returns a function that removes the listeners.
 */
export function enablePanAndZoom(frame: HTMLElement, zoom: (factor: number) => number) {
  let from: { x: number; y: number; left: number; top: number } | null = null;
  const press = ({ button, pointerType, clientX: x, clientY: y }: PointerEvent) => {
    // Browsers handle scrolling by touch themselves.
    if (button === 0 && pointerType === 'mouse') from = { x, y, left: frame.scrollLeft, top: frame.scrollTop };
  };
  const move = ({ clientX, clientY, buttons, pointerId }: PointerEvent) => {
    if (!from || !buttons) return;
    const [across, down] = [clientX - from.x, clientY - from.y];
    if (!frame.hasPointerCapture(pointerId) && Math.hypot(across, down) < CLICK) return;
    frame.setPointerCapture(pointerId);
    frame.dataset.dragged = '';
    frame.scrollTo(from.left - across, from.top - down);
  };
  const release = () => {
    from = null;
    delete frame.dataset.dragged;
  };
  const turn = (event: WheelEvent) => {
    if (!event.ctrlKey && !event.metaKey) return;
    event.preventDefault();
    const around = frame.getBoundingClientRect();
    const [x, y] = [event.clientX - around.left, event.clientY - around.top];
    const [left, top] = [frame.scrollLeft + x, frame.scrollTop + y];
    const by = zoom(Math.exp(-event.deltaY * ZOOM_PER_PX));
    frame.scrollTo(left * by - x, top * by - y);
  };
  const ended = new AbortController();
  const { signal } = ended;
  frame.addEventListener('pointerdown', press, { signal });
  frame.addEventListener('pointermove', move, { signal });
  for (const type of ['pointerup', 'pointercancel']) frame.addEventListener(type, release, { signal });
  frame.addEventListener('wheel', turn, { signal, passive: false });
  return () => ended.abort();
}
