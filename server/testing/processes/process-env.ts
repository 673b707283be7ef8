/**
 * The environment of processes that tests start with settings of their own. Of the test run's environment it has only
 * the path of programs and the cache of compiled code, which halves the processor time of a start.
 */
export const PROCESS_ENV = { PATH: process.env.PATH, NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE };

/** The environment of git in tests: it also reads a repository that another user owns, such as the one of a service. */
export const GIT_ENV = {
  ...process.env,
  GIT_CONFIG_COUNT: '1',
  GIT_CONFIG_KEY_0: 'safe.directory',
  GIT_CONFIG_VALUE_0: '*',
};
