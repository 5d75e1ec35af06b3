/** Matching of (communicator, source, tag): expected and unexpected messages. */
package org.bipj.mpi.match;
