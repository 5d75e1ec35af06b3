/** MPI for Java and, below the facade, its engine. Programs see package {@code mpi}, exported once it holds a class. */
module org.bipj.mpi {
    requires transitive org.bipj.core;
}
