/**
 * The styles of the components of the library that stand on a public page, in the library's order: they are part of
 * every page that the server draws. All others come with the code that uses them (`components.ts`); a test watches
 * over that. The layered files never beat our own rules.
 */
import './theme-variables.css';
import '@mantine/core/styles/baseline.layer.css';
import '@mantine/core/styles/global.layer.css';
import '@mantine/core/styles/UnstyledButton.layer.css';
import '@mantine/core/styles/Loader.layer.css';
import '@mantine/core/styles/Button.layer.css';
import '@mantine/core/styles/Skeleton.layer.css';
