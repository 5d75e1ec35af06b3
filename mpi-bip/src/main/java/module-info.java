/** MPI for Java and, below the facade, its engine. Programs see package {@code mpi}. */
module org.bipj.mpi {
    requires transitive org.bipj.core;
    requires static org.jspecify;

    exports mpi;

    uses mpi.MpiListener;
}
