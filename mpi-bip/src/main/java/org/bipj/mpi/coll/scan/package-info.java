/**
 * The prefix reductions (MPI 4.1 section 6.11): one algorithm per file, named by an enum, and the choice among them.
 */
@NullMarked
package org.bipj.mpi.coll.scan;

import org.jspecify.annotations.NullMarked;
