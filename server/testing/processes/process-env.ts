/**
 * The environment of processes that tests start with settings of their own. Of the test run's environment it has only
 * the path of programs and the cache of compiled code, which halves the processor time of a start.
 */
export const PROCESS_ENV = { PATH: process.env.PATH, NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE };

/** The environment of git in tests: it reads a repository of another user too, as where a service checked it out. */
export const GIT_ENV = {
  ...process.env,
  GIT_CONFIG_COUNT: '1',
  GIT_CONFIG_KEY_0: 'safe.directory',
  GIT_CONFIG_VALUE_0: '*',
};
