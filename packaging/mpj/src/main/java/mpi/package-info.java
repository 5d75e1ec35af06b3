/**
 * MPI as programs of mpiJava 1.2 and MPJ Express see it: for the compiler only. They run with the library ({@code mpi-bip.jar},
 * which {@code mpirun} adds), whose package of the same name has all of this and more. Classes that only the library has, such as
 * {@code File} or {@code Message}, would make {@code import mpi.*} ambiguous in those programs.
 *
 * <p>Members are those of "mpiJava 1.2: API Specification" (Carpenter, Fox, Ko, Lim, 1999), which gives their meaning together with
 * the MPI standard, and some that programs use beyond it. Buffers are one-dimensional arrays; offsets, extents, displacements and
 * strides count array elements.
 */
package mpi;
