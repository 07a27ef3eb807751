import cluster from 'node:cluster';
import { enableCompileCache } from 'node:module';
import process from 'node:process';

const nodeMajorMin = 24;

if (Number(process.versions.node.split('.')[0]) < nodeMajorMin) {
  process.stderr.write(
    `Frontrow needs Node ${nodeMajorMin} or newer, but this is ${process.versions.node}. Run "npm start", ` +
      'which installs the right one.\n',
  );
  process.exit(1);
}

// Keeps what the types were stripped to: without it the stripper and its memory stay, 100 MB of them.
enableCompileCache();
if (cluster.isWorker) (await import('./cluster/app-process.ts')).runAppProcess();
else await (await import('./run.ts')).run(process.env);
