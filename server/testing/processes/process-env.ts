/**
 * The environment of processes that tests start with settings of their own. Of the test run's environment it has only
 * the path of programs and the cache of compiled code, which halves the processor time of a start.
 */
export const PROCESS_ENV = { PATH: process.env.PATH, NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE };
