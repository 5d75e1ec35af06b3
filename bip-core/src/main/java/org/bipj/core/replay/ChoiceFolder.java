package org.bipj.core.replay;

import java.nio.file.Path;

/**
 * The folder of a recording.
 *
 * @param path absolute, since ranks may have other working directories
 * @param isReplayed true if ranks do what is recorded there; false if they record what they do
 */
public record ChoiceFolder(Path path, boolean isReplayed) {
    private static final String SUFFIX = ".choices";

    /** The file of a rank. */
    public Path ofRank(int rank) {
        return path.resolve(rank + SUFFIX);
    }
}
