/**
 * What was recorded of a job in which MPI left something open: which message a receive from any rank took, which test succeeded. A
 * folder with a file for each rank, which the rank writes, and reads where the job is replayed.
 */
@NullMarked
package org.bipj.core.replay;

import org.jspecify.annotations.NullMarked;
