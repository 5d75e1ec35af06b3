/**
 * The parts that a rank has once, whatever libraries it uses: its place in the job, its port, the lock of progress, and a channel
 * for each library that binds to it. MPI, BIP and whatever else passes messages work side by side in one program.
 */
@NullMarked
package org.bipj.core.runtime;

import org.jspecify.annotations.NullMarked;
