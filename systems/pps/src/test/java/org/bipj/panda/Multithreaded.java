package org.bipj.panda;

/** The suites of Panda where several threads may call, and interrupts receive. */
public final class Multithreaded {
    private Multithreaded() {}

    /** Messages. */
    public static class Messages extends MessagesContract {
        @Override
        protected Panda.Setup setup() {
            return super.setup().multithreaded();
        }
    }

    /** Remote procedure calls. */
    public static class Rpc extends RpcContract {
        @Override
        protected Panda.Setup setup() {
            return super.setup().multithreaded();
        }
    }

    /** Totally ordered broadcasts. */
    public static class Ordered extends OrderedContract {
        @Override
        protected Panda.Setup setup() {
            return super.setup().multithreaded();
        }
    }
}
