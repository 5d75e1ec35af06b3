package org.bipj.core.job.family;

import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** What a job does for names that its ranks publish in files: their end is its own, whatever ends it. */
public interface NameKeeping {
    /** A name ends with the process that publishes it; one that ends well removes what it has published. */
    NameKeeping OF_PROCESS = new NameKeeping() {
        private final Map<Path, String> published = new ConcurrentHashMap<>();
        private boolean hooked;

        @Override
        public NameKeeper keeper() {
            return NameKeeper.ofThisProcess();
        }

        @Override
        public void published(Path file, String token) {
            published.put(file, token);
            synchronized (this) {
                if (!hooked) {
                    hooked = true;
                    Runtime.getRuntime()
                            .addShutdownHook(
                                    new Thread(() -> published.forEach(NameFiles::withdraw), "bipj-names-end"));
                }
            }
        }

        @Override
        public void unpublished(Path file) {
            published.remove(file);
        }
    };

    /** The process with which the names end. */
    NameKeeper keeper();

    /**
     * A rank has published a name: the end of the job {@linkplain NameFiles#withdraw removes} the file.
     *
     * @param token of the file, by which it is known that nobody else has published the name since
     * @throws org.bipj.core.nic.PortException if there is no room to note it
     */
    void published(Path file, String token);

    /** A rank has taken the name back. */
    void unpublished(Path file);
}
