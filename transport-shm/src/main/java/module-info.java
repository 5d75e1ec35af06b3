/** The port over shared memory. The launcher puts jobs together from it; nothing else needs its classes. */
module org.bipj.shm {
    requires transitive org.bipj.core;

    exports org.bipj.shm;
    exports org.bipj.shm.board;
    exports org.bipj.shm.figures;
    exports org.bipj.shm.link;
    exports org.bipj.shm.waiting;

    uses org.bipj.shm.link.FarJobs.Provider;

    provides org.bipj.core.job.JobProvider with
            org.bipj.shm.ShmJobProvider;
}
