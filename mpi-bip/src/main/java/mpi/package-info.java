/**
 * MPI for Java: the API of the Open MPI Java bindings (source compatible), on the engine in
 * {@code org.bipj.mpi.engine}. Section numbers are those of the MPI standard 4.1.
 */
@NullMarked
package mpi;

import org.jspecify.annotations.NullMarked;
