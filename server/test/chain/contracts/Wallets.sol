// SPDX-License-Identifier: UNLICENSED
pragma solidity ^0.8.24;

import {IERC1271} from "@openzeppelin/contracts/interfaces/IERC1271.sol";
import {ECDSA} from "@openzeppelin/contracts/utils/cryptography/ECDSA.sol";
import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";

/// A wallet that is a contract: whoever has the key of its owner signs for it (EIP-1271).
contract ContractWallet is IERC1271 {
    address private immutable owner;

    constructor(address owner_) {
        owner = owner_;
    }

    function isValidSignature(bytes32 hash, bytes memory signature) external view returns (bytes4) {
        (address signer, ECDSA.RecoverError problem, ) = ECDSA.tryRecover(hash, signature);
        return problem == ECDSA.RecoverError.NoError && signer == owner ? this.isValidSignature.selector : bytes4(0);
    }

    function send(IERC20 coin, address to, uint256 amount) external {
        require(msg.sender == owner);
        require(coin.transfer(to, amount));
    }
}

/// What we read of the registry of delegate.xyz, version 2, with its own shapes.
contract DelegateRegistry {
    struct Delegation {
        uint8 type_;
        address to;
        address from;
        bytes32 rights;
        address contract_;
        uint256 tokenId;
        uint256 amount;
    }

    mapping(address => Delegation[]) private incoming;

    function delegateAll(address to, bytes32 rights, bool enable) external payable returns (bytes32) {
        return write(Delegation(1, to, msg.sender, rights, address(0), 0, enable ? 1 : 0));
    }

    function delegateContract(address to, address contract_, bytes32 rights, bool enable)
        external
        payable
        returns (bytes32)
    {
        return write(Delegation(2, to, msg.sender, rights, contract_, 0, enable ? 1 : 0));
    }

    function delegateERC721(address to, address contract_, uint256 tokenId, bytes32 rights, bool enable)
        external
        payable
        returns (bytes32)
    {
        return write(Delegation(3, to, msg.sender, rights, contract_, tokenId, enable ? 1 : 0));
    }

    function delegateERC20(address to, address contract_, bytes32 rights, uint256 amount)
        external
        payable
        returns (bytes32)
    {
        return write(Delegation(4, to, msg.sender, rights, contract_, 0, amount));
    }

    function delegateERC1155(address to, address contract_, uint256 tokenId, bytes32 rights, uint256 amount)
        external
        payable
        returns (bytes32)
    {
        return write(Delegation(5, to, msg.sender, rights, contract_, tokenId, amount));
    }

    /// The registry leaves out what is switched off, and an amount where the kind has none.
    function getIncomingDelegations(address to) external view returns (Delegation[] memory found) {
        Delegation[] storage all = incoming[to];
        uint256 count;
        for (uint256 i = 0; i < all.length; i++) if (all[i].amount > 0) count++;
        found = new Delegation[](count);
        count = 0;
        for (uint256 i = 0; i < all.length; i++) {
            if (all[i].amount == 0) continue;
            found[count] = all[i];
            if (all[i].type_ < 4) found[count].amount = 0;
            count++;
        }
    }

    function write(Delegation memory one) private returns (bytes32) {
        Delegation[] storage all = incoming[one.to];
        for (uint256 i = 0; i < all.length; i++) {
            if (
                all[i].type_ == one.type_ && all[i].from == one.from && all[i].rights == one.rights
                    && all[i].contract_ == one.contract_ && all[i].tokenId == one.tokenId
            ) {
                all[i].amount = one.amount;
                return bytes32(i);
            }
        }
        all.push(one);
        return bytes32(all.length);
    }
}
