/**
 * The reduce-scatter (MPI 4.1 section 6.10): one algorithm per file, named by an enum, and the choice among them.
 */
@NullMarked
package org.bipj.mpi.coll.reducescatter;

import org.jspecify.annotations.NullMarked;
