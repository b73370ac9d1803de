/**
 * Says in a sentence that this Node is too old. Imported before anything else, because the rest does not even load there:
 * only what every Node with modules understands may stand in this file.
 */
const OLDEST = [20, 19];

const [major, minor] = process.versions.node.split('.').map(Number);
if (major < OLDEST[0] || (major === OLDEST[0] && minor < OLDEST[1])) {
  console.error(
    `kotobashi: this is Node ${process.versions.node}, and Kotobashi needs ${OLDEST.join('.')} or newer. Install one from your system or from nodejs.org.`,
  );
  process.exit(1);
}
