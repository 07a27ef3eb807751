import { getPriority, setPriority } from 'node:os';

/** Suites that measure time run in separate processes at the same time: the processor is theirs first. */
setPriority(Math.max(getPriority(), 5));
