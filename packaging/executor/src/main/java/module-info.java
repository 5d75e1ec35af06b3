/** An {@link java.util.concurrent.ExecutorService} whose workers are ranks, over the public interface of MPI. */
module org.bipj.executor {
    requires transitive org.bipj.mpi;

    exports org.bipj.executor;
}
