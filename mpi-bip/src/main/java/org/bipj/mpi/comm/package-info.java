/** Communicators: the user's half, the collective half, and which blocking collective calls their ranks make. */
package org.bipj.mpi.comm;
