/**
 * The engine below the facade: ranks, contexts, point-to-point operations with MPI semantics over a channel. Buffers are
 * plain objects and datatypes are layouts here; names, handles and error handlers belong to package {@code mpi}.
 */
@NullMarked
package org.bipj.mpi.engine;

import org.jspecify.annotations.NullMarked;
