/**
 * One-sided communication (MPI 4.1 chapter 12): windows, their epochs and operations, apart from the handles and argument
 * checks of the facade. Operations are messages to the target's rank, which serves them in whatever call makes progress;
 * where the target's memory can be reached they are loads, stores and processor atomics instead.
 */
@NullMarked
package org.bipj.mpi.rma;

import org.jspecify.annotations.NullMarked;
