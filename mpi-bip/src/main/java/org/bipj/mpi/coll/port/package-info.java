/** What collective operations are written over: a port of messages and copies, and turns in memory that ranks share. */
@NullMarked
package org.bipj.mpi.coll.port;

import org.jspecify.annotations.NullMarked;
