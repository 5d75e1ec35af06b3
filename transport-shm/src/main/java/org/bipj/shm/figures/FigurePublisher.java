package org.bipj.shm.figures;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.bipj.core.job.Traffic;
import org.bipj.core.nic.PortException;
import org.bipj.shm.memory.FileStore;
import org.bipj.shm.memory.OwnDirectory;
import org.bipj.shm.memory.SessionFileErrors;
import org.bipj.shm.memory.Store;

/**
 * Publishes the figures of the ranks of this process while a viewer watches. A thread of the process, beside the ranks', {@linkplain
 * #look looks} several times a second; while there is no viewer, each look asks the file system whether there is a file.
 */
public final class FigurePublisher {
    /** How often to look. */
    public static final long PERIOD_MS = 200;

    private final Store store;
    private final int first;
    private final List<? extends FigureSource> sources;
    /** Null until a viewer has made it. */
    private FigureFile file;

    private final FigureFile[] peers;

    /**
     * A publisher of consecutive ranks.
     *
     * @param store the files of the session
     * @param first place of the first rank in the session
     */
    public FigurePublisher(Store store, int first, List<? extends FigureSource> sources) {
        this.store = store;
        this.first = first;
        this.sources = List.copyOf(sources);
        peers = new FigureFile[sources.size()];
    }

    /**
     * A publisher of all ranks of a session, which a launcher has made for that.
     *
     * @throws PortException if there is no such session
     */
    public static FigurePublisher in(Path session, List<? extends FigureSource> sources) {
        try {
            return new FigurePublisher(new FileStore(OwnDirectory.open(session)), 0, sources);
        } catch (IOException e) {
            throw new PortException("cannot open the session " + session + ": " + SessionFileErrors.why(e), e);
        }
    }

    /** Publishes if a viewer watches. Never fails, and never waits for a rank. */
    public void look() {
        try {
            if (file == null) {
                file = FigureFile.ifThere(store);
            }
            long now = System.nanoTime();
            if (file != null && file.isWatched(now)) {
                for (int i = 0; i < sources.size() && first + i < file.places(); i++) {
                    file.write(first + i, sources.get(i).look());
                    publishPeers(i, now);
                }
            }
        } catch (OutOfMemoryError e) {
            // The rank itself reports that, and a logger would need memory too.
            return;
        } catch (PortException | InternalError e) {
            // The session is being removed, or the file was cut short.
            System.getLogger(FigurePublisher.class.getName()).log(System.Logger.Level.DEBUG, "no figures", e);
        }
    }

    private void publishPeers(int i, long now) {
        if (peers[i] == null) {
            peers[i] = FigureFile.ifPeersAreThere(store, first + i);
        }
        FigureFile all = peers[i];
        if (all != null && all.isWatched(now)) {
            for (int peer = 0; peer < all.places(); peer++) {
                Traffic traffic = sources.get(i).traffic(peer);
                if (traffic != null) {
                    all.write(peer, traffic);
                }
            }
        }
    }
}
