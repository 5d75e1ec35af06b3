/** What collective operations are written over: a port of messages and copies, and turns in memory that ranks share. */
package org.bipj.mpi.coll.port;
