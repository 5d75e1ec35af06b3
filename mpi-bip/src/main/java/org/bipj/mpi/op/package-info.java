/**
 * Reduction operations (MPI 4.1 section 6.9): kernels over typed Java arrays, apart from names, handles and datatypes
 * of the facade. Collectives see a {@link org.bipj.mpi.op.Reduction} and a {@link org.bipj.mpi.op.ReduceType} only.
 */
@NullMarked
package org.bipj.mpi.op;

import org.jspecify.annotations.NullMarked;
