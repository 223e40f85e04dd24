// The first import of every process. Plain JavaScript, because older versions of Node cannot load TypeScript.
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (major < 24 || (major === 24 && minor < 12)) {
  process.stderr.write(
    `Node 24.12 or newer is required, and this is Node ${process.versions.node}: ` +
      'use the scripts of package.json (npm run …), which take the Node that npm installed, or install Node 24.\n',
  );
  process.exit(1);
}
