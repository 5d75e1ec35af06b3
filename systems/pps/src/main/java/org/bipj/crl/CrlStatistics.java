package org.bipj.crl;

/**
 * What CRL has done on a rank since its start.
 *
 * @param reads read sections
 * @param writes write sections
 * @param readMisses read sections that waited for other ranks
 * @param writeMisses write sections that waited for other ranks
 * @param maps maps of regions
 * @param mapMisses maps that asked the region's home for its length
 * @param messages messages of the protocol that were sent, each of one packet or more
 * @param dataMessages those with a region's data
 */
public record CrlStatistics(
        long reads,
        long writes,
        long readMisses,
        long writeMisses,
        long maps,
        long mapMisses,
        long messages,
        long dataMessages) {
    /** What was done since an earlier moment. */
    public CrlStatistics since(CrlStatistics earlier) {
        return new CrlStatistics(
                reads - earlier.reads,
                writes - earlier.writes,
                readMisses - earlier.readMisses,
                writeMisses - earlier.writeMisses,
                maps - earlier.maps,
                mapMisses - earlier.mapMisses,
                messages - earlier.messages,
                dataMessages - earlier.dataMessages);
    }
}
