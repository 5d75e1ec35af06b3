/** Communicators: the user's half, the collective half, and which blocking collective calls their ranks make. */
@NullMarked
package org.bipj.mpi.comm;

import org.jspecify.annotations.NullMarked;
