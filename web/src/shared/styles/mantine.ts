/**
 * What every page needs of the library's styles: its variables and its baseline. Those of its components come with the
 * code that uses them (`components.ts`); a test watches over that. The layered files never beat our own rules.
 */
import './theme-variables.css';
import '@mantine/core/styles/baseline.layer.css';
import '@mantine/core/styles/global.layer.css';
