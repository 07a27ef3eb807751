#!/bin/sh
# Node.js 24.21.0 (npm package node@24.21.0), server.listen({ fd, backlog }).
#
# Expected: `backlog` is listed for all forms of server.listen(options), so a server that listens on a bound socket it
# was handed lets as many connections wait as the options say.
# Seen: with `fd` (or a handle) among the options, `backlog` among them is ignored and the queue is 511 long. The same
# number as a second argument is taken, as it is among options with a port.
#
# Why it matters: the kernel turns away a crowd that connects while the process is busy, and each of its clients waits
# for 1, 3 and 7 seconds. Nothing is logged; only the system's counter ListenOverflows grows.
#
# Exits 0 while this is so, 1 once the option is honored. Linux with `ss`.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
npm init -y >/dev/null
npm install --no-audit --no-fund node@24.21.0 >/dev/null
cat >listen.cjs <<'JS'
const { execFileSync, spawn } = require('node:child_process');
const { createServer } = require('node:net');
const queueOf = (port) =>
  Number(execFileSync('ss', ['-Hltn', `sport = :${port}`], { encoding: 'utf8' }).trim().split(/\s+/)[2]);
const listening = (...args) =>
  new Promise((resolve, reject) => {
    const server = createServer().on('error', reject);
    server.listen(...args, () => resolve(server));
  });
// Descriptor 3 is the bound socket of the parent, as with systemd's socket activation.
const forms = { options: [{ fd: 3, backlog: 2000 }], argument: [{ fd: 3 }, 2000] };
const inChild = async (form) => {
  const bound = await listening({ port: 0, host: '127.0.0.1', backlog: 7 });
  const child = spawn(process.execPath, [__filename, form], {
    stdio: ['ignore', 'pipe', 'inherit', bound._handle.fd],
  });
  await new Promise((resolve) => child.stdout.once('data', resolve));
  const queue = queueOf(bound.address().port);
  child.kill();
  bound.close();
  return queue;
};
(async () => {
  if (process.argv[2]) {
    await listening(...forms[process.argv[2]]);
    return process.stdout.write('listening');
  }
  const plain = await listening({ port: 0, host: '127.0.0.1', backlog: 2000 });
  const found = {
    'listen({ port, backlog: 2000 })': queueOf(plain.address().port),
    'listen({ fd, backlog: 2000 })': await inChild('options'),
    'listen({ fd }, 2000)': await inChild('argument'),
  };
  console.log(process.version, found);
  const [withPort, withFd, asArgument] = Object.values(found);
  process.exit(withPort === 2000 && withFd === 511 && asArgument === 2000 ? 0 : 1);
})();
JS
node_modules/.bin/node listen.cjs
