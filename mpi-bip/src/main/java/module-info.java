/** MPI for Java and, below the facade, its engine. Programs see package {@code mpi}. */
module org.bipj.mpi {
    requires transitive org.bipj.core;

    exports mpi;

    uses mpi.MpiListener;
}
