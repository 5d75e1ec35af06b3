/** {@code mpirun --check}: tells what is wrong with a program, on which ranks and lines. See docs/architecture/checker.md. */
@NullMarked
package org.bipj.mpi.check;

import org.jspecify.annotations.NullMarked;
