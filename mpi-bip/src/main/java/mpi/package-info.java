/** MPI for Java: source compatible with the Java bindings of Open MPI. */
package mpi;
