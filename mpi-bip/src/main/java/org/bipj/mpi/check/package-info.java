/**
 * {@code mpirun --check}: tells what is wrong with a program, on which ranks and lines. See docs/architecture/checker.md. Beside it {@link
 * org.bipj.mpi.check.DeathPoints}, the listener of runs in which ranks die by choice.
 */
@NullMarked
package org.bipj.mpi.check;

import org.jspecify.annotations.NullMarked;
