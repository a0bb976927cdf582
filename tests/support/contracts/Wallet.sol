// SPDX-License-Identifier: MIT
pragma solidity ^0.8.0;

// `wallets.json` holds what solc 0.8.37 makes of this file: optimizer on, 200 runs, evmVersion paris, no metadata.

/// A wallet that is a contract: whatever its owner has signed, it has signed (ERC-1271).
contract Wallet {
    bytes4 private constant SIGNED = 0x1626ba7e;
    bytes4 private constant NOT_SIGNED = 0xffffffff;

    address public immutable owner;

    constructor(address owner_) {
        owner = owner_;
    }

    function isValidSignature(bytes32 hash, bytes calldata signature) external view returns (bytes4) {
        if (signature.length != 65) return NOT_SIGNED;
        bytes32 r = bytes32(signature[0:32]);
        bytes32 s = bytes32(signature[32:64]);
        address signer = ecrecover(hash, uint8(signature[64]), r, s);
        // Nobody is recovered as the zero address, which must not be mistaken for an owner.
        return signer != address(0) && signer == owner ? SIGNED : NOT_SIGNED;
    }
}

/// Deploys wallets to addresses that are known beforehand, so that they can sign before they exist (ERC-6492).
contract Factory {
    function deploy(address owner, bytes32 salt) external returns (address) {
        return address(new Wallet{salt: salt}(owner));
    }
}
