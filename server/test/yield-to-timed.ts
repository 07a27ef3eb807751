import process from 'node:process';
import { goAfterTimed } from './after-timed.ts';

goAfterTimed(process.pid);
