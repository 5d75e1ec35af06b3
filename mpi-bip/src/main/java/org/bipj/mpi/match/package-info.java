/**
 * Matching: which message goes into which receive, by (context, source, tag) with wildcards and MPI's non-overtaking rule
 * (MPI 4.1, section 3.5). Expected and unexpected messages are two structures; neither sends nor polls.
 */
@NullMarked
package org.bipj.mpi.match;

import org.jspecify.annotations.NullMarked;
