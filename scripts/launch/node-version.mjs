/**
 * Imported first by every entry: says plainly when the machine's own Node is too old to even install the pinned one.
 */
const oldest = 20;

if (Number(process.versions.node.split('.')[0]) < oldest) {
  process.stderr.write(
    `Frontrow needs Node ${oldest} or newer to start, but this is ${process.versions.node}. Install a newer Node.\n`,
  );
  process.exit(1);
}
