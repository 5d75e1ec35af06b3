/**
 * The reduce (MPI 4.1 section 6.9.1): one algorithm per file, named by an enum, and the choice among them.
 */
@NullMarked
package org.bipj.mpi.coll.reduce;

import org.jspecify.annotations.NullMarked;
