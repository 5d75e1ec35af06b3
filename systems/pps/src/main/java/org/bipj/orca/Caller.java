package org.bipj.orca;

/** Who waits for an operation; under the lock. Replicas other than the caller's have nobody. */
interface Caller {
    /** The caller on replicas other than the one that invoked the operation: nobody waits there. */
    Caller NOBODY = new Caller() {
        @Override
        public void done(Object result, long stamp) {}

        @Override
        public void threw(Throwable thrown, long stamp) {}

        @Override
        public void refused(String why, long stamp) {}
    };

    /**
     * The operation has been executed.
     *
     * @param stamp updates of replicated objects that it depends on: see {@link Orca}
     */
    void done(Object result, long stamp);

    /** The operation has thrown an exception. */
    void threw(Throwable thrown, long stamp);

    /**
     * It cannot be executed.
     *
     * @param stamp updates that the reason depends on
     */
    void refused(String why, long stamp);
}
