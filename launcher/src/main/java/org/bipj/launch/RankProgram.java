package org.bipj.launch;

import java.util.List;
import java.util.Map;

/**
 * What to start for each rank.
 *
 * @param command the executable, absolute, and its arguments
 * @param environment variables to set besides the job's
 * @param isJava true if the process that is started is the rank's JVM; false for a script that starts it
 */
record RankProgram(List<String> command, Map<String, String> environment, boolean isJava) {}
