import './launch/node-version.mjs';
import { giveUp } from './launch/checkout.mjs';
import { ensureServerBuild } from './launch/server-build.mjs';
import { ensureWebBuild } from './launch/web-build.mjs';

/** `npm run build`: pages and server, as an image or a machine in production runs them. Packages must be there. */
try {
  await ensureWebBuild();
  await ensureServerBuild();
} catch (error) {
  giveUp(`Frontrow could not be built: ${error instanceof Error ? error.message : String(error)}`);
}
