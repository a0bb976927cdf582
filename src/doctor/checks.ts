import { fileChecks } from './checks/files';
import { linkChecks } from './checks/links';
import { liveChecks } from './checks/live';
import { nodeChecks } from './checks/nodes';
import { relayChecks } from './checks/relay';
import { signInChecks } from './checks/signIn';
import type { DoctorCheck } from './finding';

export const doctorChecks: readonly DoctorCheck[] = [
  fileChecks.samples,
  nodeChecks.reachable,
  nodeChecks.rightNetwork,
  nodeChecks.preflight,
  nodeChecks.upToDate,
  nodeChecks.privacy,
  relayChecks.accepted,
  relayChecks.ownProject,
  fileChecks.icons,
  fileChecks.licences,
  linkChecks.outward,
  linkChecks.names,
  linkChecks.explorer,
  signInChecks.contract,
  liveChecks.site,
  signInChecks.oneSite,
];
