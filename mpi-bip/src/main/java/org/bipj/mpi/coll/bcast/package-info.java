/**
 * The broadcast (MPI 4.1 section 6.4): one algorithm per file, named by an enum, and the choice among them.
 */
@NullMarked
package org.bipj.mpi.coll.bcast;

import org.jspecify.annotations.NullMarked;
