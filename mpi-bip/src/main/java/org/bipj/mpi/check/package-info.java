/** {@code mpirun --check}: tells what is wrong with a program, on which ranks and lines. See docs/architecture/checker.md. */
package org.bipj.mpi.check;
